// rule: press-queue, outbox
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionLost, Refusal } from './client.ts'
import { sendOnce, upload } from './upload.ts'

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
  getResponseHeader() {
    return null
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

const photo = (name: string) => new File(['pixels'], name, { lastModified: 1 })

// rule: idempotency-key
test('a file keeps its key until there is an answer, also when it is chosen again', async () => {
  const keys: string[] = []
  const send = async (file: File, failure?: Error, to = 'problem') => {
    const sent = sendOnce(to, file, async (key) => {
      keys.push(key)
      if (failure) throw failure
    })
    await sent.catch(() => undefined)
    return keys.at(-1)
  }
  const refusal = (status: number) => new Refusal(status, { detail: '', code: 'unexpected' })
  const lost = await send(photo('oven.jpg'), new ConnectionLost('No answer'))
  expect(await send(photo('sink.jpg'))).not.toBe(lost)
  expect(await send(photo('oven.jpg'), undefined, 'another')).not.toBe(lost)
  expect(await send(photo('oven.jpg'), refusal(500))).toBe(lost)
  expect(await send(photo('oven.jpg'))).toBe(lost)

  const next = await send(photo('oven.jpg'), refusal(409))
  expect(next).not.toBe(lost)
  expect(await send(photo('oven.jpg'))).not.toBe(next)
})
