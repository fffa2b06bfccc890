import type { Language } from '#contract/product.ts'
import { REFERENCE_QUESTIONS } from '#contract/trust/verification-rules.ts'
import type { ReferenceQuestion } from '#contract/trust/verification-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import { textsIn } from '#server/texts.ts'
import { addressHash, countStrangerLetters } from '#server/people/person/letters-to-strangers.ts'
import { normalEmail } from '#server/people/person/normal-email.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'

/** Ids of a new submission and of the one whose place it takes. */
export type SubmissionIds = { checkId: string; earlierId: string | undefined }

/**
 * Asks two people about a professional, by a letter each. Who was asked for the submission before is not asked again;
 * an answer stays. Refuses 'address_has_letters'. rule: identity-documents, who-may-name
 */
export async function askReferences(
  tx: Tx,
  context: Pick<Context, 'clock' | 'config'>,
  { checkId, earlierId }: SubmissionIds,
  people: readonly { name: string; email: string }[],
): Promise<void> {
  const at = context.clock.now()
  const known = earlierId === undefined ? [] : await referencesOf(tx, earlierId)
  const knownBy = (email: string) =>
    known.find((one) => normalEmail(one.email) === normalEmail(email))
  const asked = people.filter(({ email }) => !knownBy(email))
  const addresses = asked.map(({ email }) => addressHash(email))
  await countStrangerLetters(tx, context, 'named', addresses)
  for (const { name, email } of people) {
    const same = knownBy(email)
    if (same) {
      const moved = { check_id: checkId, name }
      await tx.updateTable('check_references').set(moved).where('id', '=', same.id).execute()
      continue
    }
    const { id } = await tx
      .insertInto('check_references')
      .values({ check_id: checkId, name, email, asked_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'send-reference-letter', { reference_id: id })
  }
}

/** The references of a submission, in the order in which they were named. */
export function referencesOf(db: Db, checkId: string) {
  return db
    .selectFrom('check_references')
    .select(['id', 'name', 'email', 'answered_at', 'answers'])
    .where('check_id', '=', checkId)
    .orderBy('id')
    .execute()
}

/** The questions to a reference. Refuses 'link_ended'. rule: identity-documents */
export async function readReference(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
  language: Language,
) {
  const { first_name } = (await asked(db, token, clock.now())) ?? refuse('link_ended')
  const t = textsIn(language, 'verification')
  return {
    first_name,
    questions: REFERENCE_QUESTIONS.map((id) => ({
      id,
      text: t(`questions.${id}`, { name: first_name }),
    })),
  }
}

type Answers = readonly { id: ReferenceQuestion; text: string }[]

/** Stores the answers of a reference, once. Refuses 'link_ended'. rule: identity-documents */
export async function answerReference(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
  answers: Answers,
): Promise<void> {
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    const { id } = (await asked(tx, token, at)) ?? refuse('link_ended')
    const answered = await tx
      .updateTable('check_references')
      .set({ answered_at: at, answers: JSON.stringify(answers) })
      .where('id', '=', id)
      .where('answered_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!answered) refuse('link_ended')
    await tx.deleteFrom('reference_links').where('reference_id', '=', id).execute()
  })
}

/** The reference of a link, while it works: not answered yet, and the submission waits for a decision. */
function asked(db: Db, token: string, now: Date) {
  return db
    .selectFrom('reference_links')
    .innerJoin('check_references', 'check_references.id', 'reference_id')
    .innerJoin('document_checks', 'document_checks.id', 'check_id')
    .innerJoin('users', 'users.id', 'professional_id')
    .select(['check_references.id', 'first_name'])
    .where('token_hash', '=', hashOf(token))
    .where('reference_links.expires_at', '>', now)
    .where('answered_at', 'is', null)
    .where('document_checks.state', '=', 'pending')
    .executeTakeFirst()
}

/** A reference whose letter can be sent: they have not answered, and the submission waits. */
export async function unansweredReference(db: Db, id: string) {
  const person = await db
    .selectFrom('check_references')
    .innerJoin('document_checks', 'document_checks.id', 'check_id')
    .innerJoin('users', 'users.id', 'professional_id')
    .select(['check_references.name', 'check_references.email', 'first_name', 'last_name'])
    .select('users.language')
    .where('check_references.id', '=', id)
    .where('answered_at', 'is', null)
    .where('document_checks.state', '=', 'pending')
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return person && { ...person, language: person.language as Language }
}
