import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_LENGTH_MIN } from '#contract/people/account-rules.ts'
import { addToFilter, FILTER_BYTES, filterHas } from '#server/people/passwords/breach-filter.ts'

/** Writes server/data/breached-passwords.bin. README.md in this folder describes the call and the sources. */
const OUT = new URL('../../server/data/breached-passwords.bin', import.meta.url)
const folder = process.argv[2]
if (!folder) throw new Error('Say the folder where SecLists is; see scripts/passwords/README.md.')

/** The lists of SecLists, each with the SHA-256 of its file. README.md in this folder says where they were read. */
const LISTS = {
  'Passwords/xato-net-10-million-passwords-100000.txt':
    '2f00db39ce2b15fbe38e36a8f1722b8eb39e4640dfcf49263a89bd25b65114f8',
  'Passwords/Common-Credentials/100k-most-used-passwords-NCSC.txt':
    '6e557fa1df48c78ac153cad9b0c6f865fb3df4d4ac00a43e7fd409e226b42acb',
  'Passwords/Leaked-Databases/rockyou-75.txt':
    '6090d55a065606980eaa88cbcb95b43760295eb6c0682a009877550c6d87c995',
  'Passwords/Leaked-Databases/phpbb.txt':
    'fc013400a6894d365e511015d16d146edf3866c75ab834e1dff0cc8ae364f288',
}

const entries = new Set(
  [dictionary['passwords-common'], ...Object.entries(LISTS).map(readList)]
    .flat()
    .filter((entry) => entry.length >= PASSWORD_LENGTH_MIN),
)
const filter = new Uint8Array(FILTER_BYTES)
for (const entry of entries) addToFilter(filter, entry)
for (const entry of entries) {
  if (!filterHas(filter, entry)) throw new Error(`The filter does not have ${entry}.`)
}
writeFileSync(OUT, filter)
process.stdout.write(`${entries.size} passwords\n`)

function readList([path, sha256]: [string, string]): string[] {
  const bytes = readFileSync(join(folder!, path))
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`${path} is not the file that README.md names.`)
  return bytes.toString().split(/\r?\n/)
}
