/**
 * Stores the value on the promise, in the form that React's use() expects. Then use() returns a loaded value at once,
 * without suspending: on the server, and during hydration.
 */
export function withStatus<Value>(promise: Promise<Value>): Promise<Value> {
  void promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => {},
  )
  return promise
}
