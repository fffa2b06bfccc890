/** Lets React's use() read a promise's value at once when it is here already: on the server, and while hydrating. */
export function withStatus<Value>(promise: Promise<Value>): Promise<Value> {
  void promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => {},
  )
  return promise
}
