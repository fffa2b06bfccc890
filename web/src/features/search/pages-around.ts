/** The pages to link to: the first, the last, and those beside the current one, with gaps between. */
export function pagesAround(page: number, last: number): (number | 'gap')[] {
  const shown = [...new Set([1, page - 1, page, page + 1, last])]
    .filter((number) => number >= 1 && number <= last)
    .toSorted((one, other) => one - other)
  return shown.flatMap((number, index) =>
    number - (shown[index - 1] ?? 0) > 1 ? ['gap' as const, number] : [number],
  )
}
