import type { z } from 'zod'
import type { AccountSettings, saveSettings as call } from '#contract/account.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'
import { settingsRow, writeSettings } from './settings.queries.ts'

type Draft = z.output<typeof call.body & {}>

/** A person's account as it is saved, with its version. */
export async function settingsOf(db: Db, userId: string): Promise<AccountSettings> {
  return (await settingsRow(db, userId)) ?? refuse('not_signed_in')
}

/**
 * Saves name, phone and language, if the account is still the version that was edited; else refuses with 'account_changed' and
 * writes nothing (decision 41). What is saved already, saved again, is harmless.
 */
export async function saveSettings(db: Db, userId: string, draft: Draft): Promise<AccountSettings> {
  const saved = await writeSettings(db, userId, draft)
  if (saved) return saved
  const now = await settingsOf(db, userId)
  const same = FIELDS.every((field) => now[field] === draft[field])
  return same ? now : refuse('account_changed')
}

const FIELDS = ['first_name', 'last_name', 'phone', 'language'] as const
