/** Opens a live connection and waits for its first message. `onText` is called with the text of each message. */
export async function openLive(
  port: number,
  path: string,
  cookie: string,
  onText: (text: string) => void,
) {
  // Node's client sends headers, which the type of the browser's does not know.
  const options = { headers: { cookie } } as unknown as string[]
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, options)
  const connected = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    connected.resolve()
    onText(String(data))
  })
  socket.addEventListener('close', () =>
    connected.reject(new Error('The server closed the live connection.')),
  )
  await connected.promise
  return { close: () => socket.close() }
}
