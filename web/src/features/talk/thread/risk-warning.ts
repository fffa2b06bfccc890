/** Two common frauds: an overpayment by check or transfer, and asking for a code that opens the victim's account. */
export type Risk = 'cheque' | 'code'

const CHEQUE = [
  /\b(cashier'?s?|certified|bank|personal)\s+che(que|ck)s?\b/,
  /\b(pay|payment|send|mail|deposit|cash|overpa(y|id))\b[^.!?\n]{0,40}\b(a|the|by|with|my|this|your)\s+che(que|ck)\b(?!\s*(-|\s)?(up|in|out|list)\b)/,
  /\bmoney\s+orders?\b/,
  /\b(wire|western\s+union|moneygram|gift\s+cards?)\b[^.!?\n]{0,40}\b(money|difference|transfer|payment|pay|rest)\b/,
  /\b(pay|send|transfer|refund)\b[^.!?\n]{0,40}\b(western\s+union|moneygram|gift\s+cards?)\b/,
  /\bcheques?\b/,
  /\b(ordem|giro)\s+(de\s+pagamento|postal|bancari[oa])\b/,
]
const CODE = [
  /\b(verification|security|confirmation|login|sms|otp|one[\s-]?time|6[\s-]?digit|six[\s-]?digit)\s+(code|password|pin)\b/,
  /\b(send|share|tell|give|read|forward|text)\b[^.!?\n]{0,30}\b(code|otp|pin|password)\b[^.!?\n]{0,30}\b(received|got|sent|sms|text|phone|google|whatsapp|zelle)\b/,
  /\bcodigo\s+(de\s+)?(verificacao|verificacion|seguranca|seguridad|confirmacao|confirmacion|acesso|acceso|sms|whatsapp)\b/,
  /\b(mande|manda|envie|envia|enviame|mandame|passe|passa|pasame|diga|dime|compartilhe|comparte)\b[^.!?\n]{0,30}\b(codigo|senha|contrasena|clave)\b/,
]

/** Guesses the risk of a text in English, Portuguese or Spanish. It only warns, and never blocks. rule: block */
export function riskOf(text: string): Risk | undefined {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase()
  if (CODE.some((pattern) => pattern.test(plain))) return 'code'
  if (CHEQUE.some((pattern) => pattern.test(plain))) return 'cheque'
  return undefined
}
