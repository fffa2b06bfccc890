const NEVER_ISSUED = /^9|^\d{3}00|0000$/

/** Decision 35: numbers that pass the form's rule though nobody was ever given one; only an operator decides about them. */
export function wasNeverIssued(digits: string): boolean {
  return NEVER_ISSUED.test(digits)
}
