// rule: deletion-notes
import { PassThrough } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { operate } from '#server/operator-commands.ts'
import { filesOnDisk } from '#server/outside/files/disk.ts'
import { auditEntries } from '#server/test/audit.ts'
import { deletionHarness } from '#server/test/harness/deletion-harness.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { keepNotes } from './deletion-notes.ts'

const { harness, remove, buildNamedClient, buildNamedProfessional, tablesContaining } =
  deletionHarness()
const TODAY = '2026-11-20'
const REASON = ['--reason', 'restored to 9:01']
let deletedId: string
beforeAll(async () => {
  deletedId = (await buildNamedClient()).id
})

async function command(...args: string[]): Promise<string> {
  const printed = new PassThrough().setEncoding('utf8')
  return operate(args, printed, (action) => action(harness.server.context)).then(
    () => printed.read() as string,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

async function notes(): Promise<string[]> {
  const names: string[] = []
  for await (const name of harness.server.context.files.listNotes()) names.push(name)
  return names.toSorted()
}

test('a deletion is noted beside the pictures, by day and id alone', async () => {
  expect(await command('deletions')).toMatch(/^No deletion is noted beside the pictures\. /)
  await remove({ id: deletedId })
  await runDueJobs(harness.server.context)
  expect(await notes()).toEqual([`deleted-${TODAY}-${deletedId}`])
  expect(await command('deletions')).toBe('Noted: 1. Back in this database: 0.\n')
})

// rule: operator-commands
test('who is back in a restored database is deleted again, once, and the audit log has it', async () => {
  const back = [await buildNamedClient(), await buildNamedProfessional()]
  // The database of before does not know that they are deleted; the notes do.
  for (const { id } of back) await harness.server.context.files.writeNote(`deleted-${TODAY}-${id}`)
  await harness.server.context.files.writeNote(`deleted-${TODAY}-${randomUUID()}`)
  expect(await command('deletions')).toBe('Noted: 4. Back in this database: 2.\n')
  expect(await command('deletions', 'repeat')).toBe('Say why, with --reason.')
  expect(await command('deletions', 'undo', ...REASON)).toMatch(/^npm run operator/)
  expect(await tablesContaining('Wilhelmina', 'Rotherham')).not.toEqual([])

  expect(await command('deletions', 'repeat', ...REASON)).toBe('Noted: 4. Deleted again: 2.\n')
  expect(await tablesContaining('Wilhelmina', 'Rotherham')).toEqual([])
  const entries = (await auditEntries(harness.server)).filter(
    ({ action }) => action === 'repeat_deletion',
  )
  expect(entries).toHaveLength(2)
  expect(await command('deletions', 'repeat', ...REASON)).toBe('Noted: 4. Deleted again: 0.\n')
})

// rule: picture-storage-owner
test('a copy of the database on the same storage notes nothing there', async () => {
  const { context } = harness.server
  const before = await notes()
  const others = filesOnDisk(context.config.uploadsDir)
  await others.writeMarker('another database', 'lustra-installation')
  const payload = { user_id: randomUUID(), day: TODAY }
  await expect(JOBS['note-deletion'](context, payload)).rejects.toThrow('another database')
  await keepNotes(context)
  expect(await notes()).toEqual(before)
  await JOBS['adopt-pictures'](context, {})
})

test('missing notes are written each day, and those older than every backup are removed', async () => {
  const { files } = harness.server.context
  const recent = `deleted-2025-10-17-${randomUUID()}`
  for (const name of [`deleted-2025-10-15-${randomUUID()}`, recent]) await files.writeNote(name)
  await files.removeNote(`deleted-${TODAY}-${deletedId}`)
  await keepNotes(harness.server.context)
  expect(await notes()).toContain(`deleted-${TODAY}-${deletedId}`)
  expect((await notes())[0]).toBe(recent)
  await expect(files.writeNote('../deleted')).rejects.toThrow('not the name of a note')
})
