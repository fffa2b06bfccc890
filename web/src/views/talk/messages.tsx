import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { MessageScreenSkeleton } from '#web/features/talk/thread/message-screen-states.tsx'
import { MessageScreen } from '#web/features/talk/thread/message-screen.tsx'
import { conversationsQuery } from '#web/features/talk/messages/messaging.api.ts'

type Param = 'otherUserId'

defineView<Param>('messages', {
  head: ({ t }) => ({ title: t('messaging:title') }),
  // A thread shows what only the browser knows: drafts and messages that wait.
  load: ({ api, queryClient, user, params }) =>
    user && !('otherUserId' in params)
      ? queryClient.fetchInfiniteQuery(conversationsQuery(api, user.id))
      : undefined,
  Component: Messages,
  Pending: MessageScreenSkeleton,
})

function Messages({ params, search }: ViewProps<Param>) {
  const user = useUser()
  // The address of the list has no user id.
  const { otherUserId }: Partial<Record<Param, string>> = params
  return user && <MessageScreen me={user} otherId={otherUserId} search={search} />
}
