/** The fields that no operator reads in a view: messages, streets, the digits of a number, what a client wrote. */
const HIDDEN: Readonly<Record<string, '' | null>> = {
  last_message: null,
  ssn_last4: null,
  address: '',
  street_address: '',
  notes: '',
  special_instructions: '',
}

/** An answer as an operator reads it who sees what a person sees. rule: seeing-as-a-person */
export function hideFromView(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(hideFromView)
  if (typeof answer !== 'object' || answer === null || answer instanceof Date) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      name in HIDDEN ? HIDDEN[name] : hideFromView(value),
    ]),
  )
}
