import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { CentreSkeleton } from '#web/features/messaging/message-screen-states.tsx'
import { MessageCentre } from '#web/features/messaging/message-screen.tsx'

type Param = 'otherUserId'

defineView<Param>('messages', {
  head: ({ t }) => ({ title: t('messaging:title') }),
  Component: Messages,
  Pending: CentreSkeleton,
})

function Messages({ params, search }: ViewProps<Param>) {
  const user = useUser()
  // The list alone has an address without it.
  const { otherUserId }: Partial<Record<Param, string>> = params
  return user && <MessageCentre me={user} otherId={otherUserId} search={search} />
}
