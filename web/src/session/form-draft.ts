import { userStorage } from './user-storage.ts'
import { randomKey } from '#web/api/random-key.ts'

type Draft<Fields> = {
  fields: Fields
  /** What was sent without hearing the answer, and under which key (decision 40). */
  sent: { body: string; key: string }
}

/** What a person types into one form, in this tab, until it is done: a reload, a lost connection or a login keep it. `form` names it. */
export function formDraft<Fields>(personId: string, form: string) {
  const { read, write, clear } = userStorage<Draft<Fields>>(personId, form)
  return {
    fields: () => read().fields,
    keep: (fields: Fields) => write({ ...read(), fields }),
    /** The Idempotency-Key of this body: the same until it is answered, also after a reload. */
    keyFor(body: unknown): string {
      const draft = read()
      const text = JSON.stringify(body)
      const sent = draft.sent?.body === text ? draft.sent : { body: text, key: randomKey() }
      write({ ...draft, sent })
      return sent.key
    },
    /** The server answered: the next try is another intent. */
    answered() {
      const { fields } = read()
      write(fields ? { fields } : {})
    },
    clear,
  }
}
