import { Refusal } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { userStorage } from './user-storage.ts'

type Draft<Fields> = {
  fields: Fields
  /** A request that was sent and not yet answered, with its Idempotency-Key. */
  sent: { body: string; key: string }
}

/**
 * The unfinished input of one form, stored in this tab: it survives a reload, a lost connection and a login; with
 * 'browser' also a closed tab. `form` names the form.
 */
export function formDraft<Fields>(userId: string, form: string, storageKind?: 'tab' | 'browser') {
  const { read, write, clear } = userStorage<Draft<Fields>>(userId, form, storageKind)
  return {
    fields: () => read().fields,
    save: (fields: Fields) => write({ ...read(), fields }),
    /**
     * The Idempotency-Key of this body: the same until the server answers, also after a reload. rule: idempotency-key
     */
    keyFor(body: unknown): string {
      const draft = read()
      const text = JSON.stringify(body)
      const sent = draft.sent?.body === text ? draft.sent : { body: text, key: randomKey() }
      write({ ...draft, sent })
      return sent.key
    },
    /**
     * Notes a failed request. If the server refused it, the next one gets a new key, although its body may be the same.
     * After a failure of the server it is not known whether the request was carried out, so the key stays.
     */
    requestFailed(error: unknown) {
      if (!(error instanceof Refusal) || error.status >= 500) return
      const { fields } = read()
      write(fields ? { fields } : {})
    },
    clear,
  }
}
