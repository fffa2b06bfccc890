// rule: none, a folder with too many files is divided
import { expect, test } from 'vitest'
import { FILES_MAX, fullFolders } from './folders.ts'

const filesIn = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`)

test('a folder with one file too many is reported, and the folder around it is not', () => {
  const files = [
    ...filesIn('server/src/money', FILES_MAX),
    ...filesIn('server/src/money/leads', 26),
  ]
  expect(fullFolders(files)).toEqual(['server/src/money/leads has 26 files (at most 25)'])
})
