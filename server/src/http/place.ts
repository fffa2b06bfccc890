import { scope } from '#server/scope.ts'

/** Waits for something outside, such as the body of a form, without a place meanwhile. rule: admission */
export async function withoutPlace<Answer>(wait: () => Promise<Answer>): Promise<Answer> {
  const { place } = scope()
  place?.pause()
  try {
    return await wait()
  } finally {
    await place?.resume()
  }
}

/** A service whose calls are waited for without a place: others are served meanwhile. rule: admission */
export function withoutPlaceIn<Service extends object>(service: Service): Service {
  return new Proxy(service, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const answer = Reflect.apply(value, target, args) as unknown
        return answer instanceof Promise ? withoutPlace(() => answer) : answer
      }
    },
  })
}
