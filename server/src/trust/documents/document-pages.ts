import { readFile } from 'node:fs/promises'
import { DOCUMENT_PAGES_MAX } from '#contract/trust/verification-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { sealBytes, unsealBytes } from '#server/db/seal.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { UploadForm } from '#server/pictures/upload-form.ts'
import type { VerificationKeys } from '#server/settings/sealing-keys.ts'

type Place = { userId: string; checkId: string; page: number }

const boundTo = ({ userId, checkId, page }: Place) => `page ${page} of ${checkId} of ${userId}`

/**
 * The pages of a form, each decoded and encoded again as WebP by the process for pictures. Nothing of them is stored.
 * Refuses 'document_type', 'document_too_large', 'document_required', 'invalid_input' for a fifth page, and what
 * `PictureMaker.make` refuses. rule: document-pages
 */
export async function makePages(
  { pictures }: Pick<Context, 'pictures'>,
  userId: string,
  { files }: Pick<UploadForm, 'files'>,
): Promise<Buffer[]> {
  const pages: Buffer[] = []
  for (const { path } of files) {
    const made = await pictures.make(path, userId)
    pages.push(await readFile(made.files[0]!))
  }
  return pages
}

/** Refuses a form whose files cannot be the pages of a document. rule: document-pages */
export function refusePages({ files, problem }: Pick<UploadForm, 'files' | 'problem'>): void {
  if (problem?.reason === 'no_picture') refuse('document_type')
  if (problem?.reason === 'too_large') refuse('document_too_large')
  if (problem || files.length > DOCUMENT_PAGES_MAX)
    refuse('invalid_input', { params: { field: 'pages' } })
  if (files.length === 0) refuse('document_required')
}

/** Stores the pages of a submission, encrypted. */
export async function storePages(
  tx: Db,
  keys: VerificationKeys,
  owner: Omit<Place, 'page'>,
  pages: readonly Buffer[],
): Promise<void> {
  const rows = pages.map((webp, index) => {
    const page = index + 1
    const { keyId: key_id, bytes: sealed } = sealBytes(keys, boundTo({ ...owner, page }), webp)
    return { check_id: owner.checkId, page, key_id, sealed }
  })
  await tx.insertInto('document_pages').values(rows).execute()
}

/** A page as WebP. Throws when it belongs to another place. */
export function unsealPage(
  keys: VerificationKeys,
  place: Place,
  { key_id: keyId, sealed: bytes }: { key_id: string; sealed: Buffer },
): Buffer {
  return unsealBytes(keys, boundTo(place), { keyId, bytes })
}

/** Encrypts a page again under the newest key. rule: ssn-secrecy */
export function sealPageAnew(
  keys: VerificationKeys,
  place: Place,
  older: { key_id: string; sealed: Buffer },
): { key_id: string; sealed: Buffer } {
  const { keyId, bytes } = sealBytes(keys, boundTo(place), unsealPage(keys, place, older))
  return { key_id: keyId, sealed: bytes }
}

export async function deletePages(tx: Db, checkId: string): Promise<void> {
  await tx.deleteFrom('document_pages').where('check_id', '=', checkId).execute()
}
