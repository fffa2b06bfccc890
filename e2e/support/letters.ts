import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** The link to a screen in the newest letter to an email, as path with its secret, once the letter is in the outbox. */
export async function linkInLetter(email: string, screen: string): Promise<string | undefined> {
  return pathInLetter(email, new RegExp(`/${screen}#token=[\\w-]+`))
}

/** The first path like this in the newest letter to an email that has one. Names of letters begin with their time. */
export async function pathInLetter(email: string, pattern: RegExp): Promise<string | undefined> {
  const outbox = join(process.env['LUSTRA_E2E_DATA_DIR'] ?? '', 'outbox')
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'))
  for (const file of files.toSorted().toReversed()) {
    const letter = await PostalMime.parse(await readFile(join(outbox, file)))
    const link = pattern.exec(letter.text ?? '')?.[0]
    if (link && letter.to?.some(({ address }) => address === email)) return link
  }
  return undefined
}

/** Moves the secret of a link into the path, where letters of earlier versions had it. */
export function earlierForm(link: string): string {
  return link.replace(/(\?[^#]*)?#token=(.*)/, '/$2$1')
}
