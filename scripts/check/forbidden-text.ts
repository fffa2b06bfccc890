import { filesMatching, report, textOf } from './sources.ts'

/** Texts that must not be committed: addresses of a package mirror, folders of one machine, conflict marks. */
const forbidden: readonly { what: string; where: RegExp; text: RegExp }[] = [
  { what: 'a resolved address', where: /^package-lock\.json$/, text: /"resolved":/ },
  { what: 'a folder of one machine', where: /./, text: /(?<![\w.])\/(work|home|Users)\/\w+/ },
  { what: 'a conflict mark', where: /./, text: /^(<{7}|>{7}) /m },
]

const files = filesMatching('**/*.{ts,tsx,mjs,json,md,css,html,sql,yml}')
report(
  files.flatMap((file) =>
    forbidden
      .filter(({ where, text }) => where.test(file) && text.test(textOf(file)))
      .map(({ what }) => `${file} contains ${what}`),
  ),
)
