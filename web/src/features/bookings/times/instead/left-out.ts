type Extra = { id: string; minutes: number }

/**
 * The extras that a visit of fewer minutes leaves out, the longest ones that fit, and the minutes of cleaning that it
 * has less besides. rule: no-free-time
 */
export function leftOut(
  extras: readonly Extra[],
  minutesLess: number,
): { extras: string[]; minutes: number } {
  const left: string[] = []
  let minutes = minutesLess
  for (const extra of extras.toSorted((a, b) => b.minutes - a.minutes)) {
    if (extra.minutes > minutes) continue
    left.push(extra.id)
    minutes -= extra.minutes
  }
  return { extras: left, minutes }
}
