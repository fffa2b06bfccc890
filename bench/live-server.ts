import { context } from './lustra-server.ts'

/**
 * Like lustra-server.ts. It also sends a live event to the users that its parent names; the id is the time of sending.
 */
process.on('message', (to: string[]) => {
  const conversation_id = String(performance.timeOrigin + performance.now())
  void context.live.notify(to, { type: 'conversation', conversation_id })
})
