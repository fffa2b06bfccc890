/**
 * A service each of whose calls runs inside `around`, which knows its name. Calls that match `except` run as they are:
 * they return no promise, or ask nobody.
 */
export function aroundCalls<Service extends object>(
  service: Service,
  around: (name: string, call: () => Promise<unknown>) => Promise<unknown>,
  except?: RegExp,
): Service {
  return new Proxy(service, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function' || typeof name === 'symbol') return value
      const call = (args: unknown[]) => Reflect.apply(value, target, args) as Promise<unknown>
      return (...args: unknown[]) =>
        except?.test(name) ? call(args) : around(name, () => call(args))
    },
  })
}
