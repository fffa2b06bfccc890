import { filesMatching, report, textOf } from './sources.ts'

/** What the repository must not carry: addresses of somebody's own package mirror, folders of somebody's machine, merge marks. */
const forbidden: readonly { what: string; where: RegExp; text: RegExp }[] = [
  { what: 'a resolved address', where: /^package-lock\.json$/, text: /"resolved":/ },
  { what: 'a folder of one machine', where: /./, text: /(?<![\w.])\/(work|home|Users)\/\w+/ },
  { what: 'a merge mark', where: /./, text: /^(<{7}|>{7}) /m },
]

const files = filesMatching('**/*.{ts,tsx,mjs,json,md,css,html,sql,yml}')
report(
  files.flatMap((file) =>
    forbidden
      .filter(({ where, text }) => where.test(file) && text.test(textOf(file)))
      .map(({ what }) => `${file} carries ${what}`),
  ),
)
