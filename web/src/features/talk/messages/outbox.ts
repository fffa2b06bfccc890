import type { RefusalCode } from '#contract/refusals.ts'
import type { Refusal } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { deleteUserFile, readUserFile, saveUserFile } from '#web/session/user-files.ts'
import { loadWithEarly, userStorage } from '#web/session/user-storage.ts'

/** A message that the server does not have yet. The field names are stored in localStorage: do not rename them. */
export type OutgoingMessage = {
  /** Its Idempotency-Key. */
  key: string
  /** The receiver's user id. */
  to: string
  text: string
  /** When it was written, ISO 8601. */
  at: string
  /** The server refused it. It waits for Retry or Delete. */
  refused?: RefusalCode
  /** The sentence of the refusal, shown if this page does not know its code. */
  detail?: string
  /** The name of its photo among the user's stored files. */
  photo?: string
  /** The photo, once it is loaded into this page. Not stored here. */
  picture?: Blob
  /** This browser no longer has the photo, so the sender must choose it again. Not stored. */
  lost?: true
}

type Outbox = {
  /** Oldest first. */
  messages: readonly OutgoingMessage[]
  /** The message in flight, and how much of its photo has been sent, from 0 to 1. */
  sending: { key: string; sent: number } | undefined
}

/** Another tab may still be storing the photo of a message that it has just added. */
const PHOTO_RETRY_MS = 1000

const EMPTY: Outbox = { messages: [], sending: undefined }
const listeners = new Set<() => void>()
let state = EMPTY
/** The user whose messages are loaded. */
let currentUserId: string | undefined

const storageOf = (userId: string) =>
  userStorage<{ outgoing: OutgoingMessage[] }>(userId, 'outbox', 'browser')

/**
 * The messages that the signed-in user has sent and the server has not confirmed. A store for useSyncExternalStore,
 * saved in localStorage until logout. rule: outbox
 */
export const outbox = {
  /** Loads the stored messages of this user, if they are not loaded yet. A message of before, on this page, stays. */
  loadFor(userId: string): void {
    if (currentUserId === userId) return
    if (currentUserId !== undefined) return load(userId)
    const early = loadWithEarly({ entries: () => state.messages, load: () => load(userId), save })
    for (const { photo, picture } of early)
      if (photo && picture) void saveUserFile(userId, photo, picture).catch(() => {})
  },
  close(): void {
    currentUserId = undefined
    setState(EMPTY)
  },
  current: (): Outbox => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  add(to: string, text: string, picture?: Blob): void {
    const message = { key: randomKey(), to, text, at: new Date().toISOString() }
    save([...state.messages, picture ? withPhoto(message, picture) : message])
  },
  /**
   * The oldest message that can be sent; undefined while its photo is still loading, so that the order is preserved.
   */
  next: (): OutgoingMessage | undefined => {
    const first = state.messages.find(({ refused, lost }) => !refused && !lost)
    return first && (!first.photo || first.picture) ? first : undefined
  },
  setSending(sending: Outbox['sending']): void {
    setState({ ...state, sending })
  },
  /**
   * Marks a message as refused. If the server certainly wrote nothing, a retry gets a new Idempotency-Key. If the
   * outcome is `unknown`, the key stays, so that a retry cannot write the message twice.
   */
  refuse(
    key: string,
    { code: refused, message: detail }: Pick<Refusal, 'code' | 'message'>,
    outcome: 'not_written' | 'unknown',
  ): void {
    const nextKey = outcome === 'not_written' ? randomKey() : key
    save(
      state.messages.map((message) =>
        message.key === key ? { ...message, refused, detail, key: nextKey } : message,
      ),
    )
  },
  /** Queues a refused message again, or one without its photo together with the photo that was chosen again. */
  retry(key: string, picture?: Blob): void {
    save(
      state.messages.map((message) => {
        if (message.key !== key) return message
        const { refused: _, detail: __, lost: ___, ...queued } = message
        return picture ? { ...withPhoto(queued, picture), key: randomKey() } : queued
      }),
    )
  },
  /** Marks a message whose photo cannot be read any more. Its text stays. */
  markPhotoLost(key: string): void {
    setState({
      ...state,
      messages: state.messages.map((one) => (one.key === key ? withoutPhoto(one) : one)),
    })
  },
  remove(key: string): void {
    const removed = state.messages.find((message) => message.key === key)
    if (currentUserId && removed?.photo) void deleteUserFile(currentUserId, removed.photo)
    save(state.messages.filter((message) => message !== removed))
  },
}

/** Loads the outbox again whenever another tab of this user changes it. Returns how to stop. */
export function followOutboxOfOtherTabs(userId: string): () => void {
  return storageOf(userId).follow(() => load(userId))
}

function load(userId: string): void {
  const previous = currentUserId === userId ? state.messages : []
  currentUserId = userId
  const stored = storageOf(userId).read().outgoing ?? []
  const messages = stored.map((message) => {
    const picture = previous.find(({ photo }) => photo && photo === message.photo)?.picture
    return picture ? { ...message, picture } : message
  })
  setState({ ...state, messages })
  for (const message of messages) if (message.photo && !message.picture) void loadPhoto(message)
}

/** Loads a message's photo from the stored files, or marks it as lost. */
async function loadPhoto({ photo = '' }: OutgoingMessage): Promise<void> {
  const userId = currentUserId
  const read = async () => (userId === undefined ? undefined : readUserFile(userId, photo))
  const wait = () => new Promise((resolve) => setTimeout(resolve, PHOTO_RETRY_MS))
  const picture = (await read()) ?? (await wait().then(read))
  if (currentUserId !== userId) return
  const messages = state.messages.map((message) => {
    if (message.photo !== photo || message.picture) return message
    return picture ? { ...message, picture } : withoutPhoto(message)
  })
  setState({ ...state, messages })
}

/** The message with a photo. The photo is stored too, if the browser can store files. */
function withPhoto(message: OutgoingMessage, picture: Blob): OutgoingMessage {
  const photo = randomKey()
  if (currentUserId) void saveUserFile(currentUserId, photo, picture).catch(() => {})
  return { ...message, photo, picture }
}

function withoutPhoto(message: OutgoingMessage): OutgoingMessage {
  return { ...storedForm(message), lost: true }
}

function storedForm(message: OutgoingMessage): OutgoingMessage {
  const { picture: _, lost: __, ...stored } = message
  return stored
}

function save(messages: readonly OutgoingMessage[]): void {
  setState({ ...state, messages })
  if (currentUserId) storageOf(currentUserId).write({ outgoing: messages.map(storedForm) })
}

function setState(next: Outbox): void {
  state = next
  for (const listener of listeners) listener()
}
