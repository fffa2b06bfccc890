/** What we use of a WebSocket. */
export type Socket = {
  /** Bytes that the other end has not taken yet. */
  readonly bufferedAmount: number
  send(text: string): void
  ping(): void
  close(code: number): void
  terminate(): void
  on(event: 'message', hear: (data: Buffer, isBinary: boolean) => void): unknown
  on(event: 'ping' | 'pong' | 'close', hear: () => void): unknown
}
