// rule: press-queue, outbox
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionLost } from './client.ts'
import { upload } from './upload.ts'

/** A network that carries nothing by itself. */
class SilentRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  open() {}
  setRequestHeader() {}
  send() {
    requests.push(this)
  }
  abort() {
    this.status = 0
    this.dispatchEvent(new Event('loadend'))
  }
}
let requests: SilentRequest[]

beforeEach(() => {
  requests = []
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', SilentRequest)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an upload ends as a lost connection after 30 seconds without progress, not before', async () => {
  const outcome = vi.fn<(error: unknown) => void>()
  const progress = vi.fn<(sent: number) => void>()
  const sending = upload('POST /api/bookings/{id}/photos', {
    params: { id: 'visit-1' },
    form: new FormData(),
    language: 'en',
    idempotencyKey: 'key',
    onProgress: progress,
  }).catch(outcome)
  await vi.advanceTimersByTimeAsync(29_000)
  requests[0]?.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 4 }))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(progress).toHaveBeenCalledWith(0.25)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  await sending
  expect(outcome.mock.lastCall?.[0]).toBeInstanceOf(ConnectionLost)
})
