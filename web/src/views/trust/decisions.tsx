import { Decisions } from '#web/features/account/decisions.tsx'
import { defineView } from '#web/router/view.ts'
import { useUser } from '#web/session/session.ts'

defineView('decisions', {
  head: ({ t }) => ({ title: t('decisions:title') }),
  Component: () => {
    const user = useUser()
    return user && <Decisions userId={user.id} />
  },
})
