import { ConnectionLost, ForeignAnswer, Refusal } from '#web/api/client.ts'

type Failure = { kind: 'told'; refusal: Refusal } | { kind: 'server' | 'connection' | 'unexpected' }

/** What it means that the dashboard could not be loaded (professional spec 8): what the server said, or whose fault it seems to be. */
export function dashboardFailure(error: Error): Failure {
  if (error instanceof ForeignAnswer) return { kind: 'server' }
  if (error instanceof ConnectionLost) return { kind: 'connection' }
  if (!(error instanceof Refusal)) return { kind: 'unexpected' }
  return error.code === 'unexpected' ? { kind: 'server' } : { kind: 'told', refusal: error }
}
