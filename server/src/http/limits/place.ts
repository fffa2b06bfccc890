import { scope } from '#server/scope.ts'

/** Waits for something outside, such as the body of a form, without a place meanwhile. rule: admission */
export async function withoutPlace<Answer>(wait: () => Promise<Answer>): Promise<Answer> {
  const { place } = scope()
  place?.pause()
  try {
    return await wait()
  } finally {
    place?.resume()
  }
}
