/** Limits and times of accounts. */

/** The longest first name, and the longest last name. */
export const PERSON_NAME_LENGTH_MAX = 80
export const EMAIL_LENGTH_MAX = 254
export const PHONE_LENGTH_MAX = 40
/** The longest public name, and the longest business name. */
export const FULL_NAME_LENGTH_MAX = 100
export const PASSWORD_LENGTH_MIN = 8
/** The least length of an operator’s password. rule: operators */
export const OPERATOR_PASSWORD_LENGTH_MIN = 15
export const PASSWORD_LENGTH_MAX = 200
export const PASSKEY_NAME_LENGTH_MAX = 60
export const RESET_TOKEN_MINUTES = 30
/** How long 'This was not me' works in the letter about a new sign-in. */
export const NOT_ME_TOKEN_HOURS = 72
/** How long a new address can be confirmed, and the old one's owner can take the change back. */
export const EMAIL_CHANGE_HOURS = 72
/** How long an operator's removal of an account's factors waits, and can be stopped. */
export const FACTOR_REMOVAL_HOURS = 72
/** How long the link works that confirms an email address. */
export const VERIFICATION_TOKEN_HOURS = 24
/** How long its code works. */
export const VERIFICATION_CODE_MINUTES = 30
export const REDIRECT_AFTER_RESET_MS = 3000
export const VERIFIED_BANNER_MS = 7000
