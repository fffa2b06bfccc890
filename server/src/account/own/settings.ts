import type { z } from 'zod'
import type { AccountSettings, saveSettings as call } from '#contract/account/account.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { lockForSearch, settingsRow, writeSettings } from './settings.queries.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'

type Change = z.output<typeof call.body & {}>

/** The saved account with its version. */
export async function settingsOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
): Promise<AccountSettings> {
  return (await settingsRow(db, userId, clock.now())) ?? refuse('not_signed_in')
}

/**
 * Saves name, phone and language if the account still has the version that was edited. Otherwise refuses
 * 'account_changed', unless the stored values are the same already. rule: account-settings, edit-conflict
 */
export async function saveSettings(
  context: Context,
  userId: string,
  change: Change,
): Promise<AccountSettings> {
  const { db, clock } = context
  const saved = await db.transaction().execute(async (tx) => {
    await lockForSearch(tx, userId)
    const written = await writeSettings(tx, userId, change)
    // A professional without an offer speaks the language of the account.
    if (written) await refreshSearchEntries(tx, [userId])
    return written ? settingsRow(tx, userId, clock.now()) : undefined
  })
  if (saved) return saved
  const current = await settingsOf(context, userId)
  const isSame = FIELDS.every((field) => current[field] === change[field])
  return isSame ? current : refuse('account_changed')
}

const FIELDS = ['first_name', 'last_name', 'phone', 'language'] as const
