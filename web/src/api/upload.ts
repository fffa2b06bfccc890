import { address, parseResponse, ConnectionLost, Refusal } from './client.ts'
import type { Answer, CallName } from './client.ts'
import { randomKey } from './random-key.ts'

type Upload = {
  params: Record<string, string>
  form: FormData
  language: string
  idempotencyKey: string
  /** Receives the sent share of the file, from 0 to 1. */
  onProgress?: (sent: number) => void
}

/** How long an upload may make no progress. Else a network that stops silently would hold a queue for ever. */
const SILENCE_MS = 30_000

/**
 * Sends a call with files. It reports progress, which fetch cannot. It throws as `api.call` does; 30 seconds without
 * progress are a lost connection.
 */
export async function upload<N extends CallName>(name: N, input: Upload): Promise<Answer<N>> {
  const [method = 'POST', path = '/'] = name.split(' ')
  const request = new XMLHttpRequest()
  request.open(method, address(path, input))
  request.setRequestHeader('accept-language', input.language)
  request.setRequestHeader('idempotency-key', input.idempotencyKey)
  let timer: ReturnType<typeof setTimeout> | undefined
  const waitAgain = () => {
    clearTimeout(timer)
    timer = setTimeout(() => request.abort(), SILENCE_MS)
  }
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    waitAgain()
    input.onProgress?.(total > 0 ? loaded / total : 0)
  })
  request.addEventListener('progress', waitAgain)
  await new Promise<void>((resolve) => {
    request.addEventListener('loadend', () => resolve())
    waitAgain()
    request.send(input.form)
  })
  clearTimeout(timer)
  if (request.status === 0) throw new ConnectionLost('No answer')
  const { responseText, status } = request
  const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' }
  return (await parseResponse(new Response(responseText, { status, headers }))) as Answer<N>
}

/** The keys of files whose sending has no answer yet. */
const keys = new Map<string, string>()

/**
 * Sends a file with its Idempotency-Key, which stays the same until there is an answer: whoever chooses a file again
 * after a lost answer adds it once. `to`: what gets the file. rule: idempotency-key
 */
export async function sendOnce<Answer>(
  to: string,
  { name, size, lastModified }: File,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const id = [to, lastModified, size, name].join()
  const key = keys.get(id) ?? randomKey()
  keys.set(id, key)
  try {
    const answer = await send(key)
    keys.delete(id)
    return answer
  } catch (error) {
    // After a failure of the server it is not known whether the file was added.
    if (error instanceof Refusal && error.status < 500) keys.delete(id)
    throw error
  }
}
