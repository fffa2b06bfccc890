/**
 * Tells a password manager whose password the form asks for, where the person does not type it. Chromium reads no field
 * of the type 'hidden'. rule: password-rules
 */
export function UserName({ email }: { email: string | undefined }) {
  if (!email) return null
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}
