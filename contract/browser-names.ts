/** Names of cookies, headers, addresses and stored keys that server and browser share. */

/** The cookie in which a browser names its time zone, so that the server can render times of day. */
export const TIME_ZONE_COOKIE = 'lustra_time_zone'
/** A browser that logs out offline sets this cookie. The server then ends the session at the next request. */
export const LOGGED_OUT_COOKIE = 'lustra_logged_out'
/** The request header with a solved challenge: base64 of JSON {challenge, solution}. rule: challenge */
export const CHALLENGE_HEADER = 'challenge-solution'
/** The header of an answer with a challenge, as base64 of JSON, that nobody waits for. rule: screened-contacts */
export const CHALLENGE_OFFER_HEADER = 'challenge-offer'
/** The header of calls that need the current password, as encodeURIComponent of the password. */
export const CURRENT_PASSWORD_HEADER = 'current-password'
/** The address of the WebSocket connection. */
export const LIVE_PATH = '/api/live'
export const LANGUAGE_CACHE_KEY = 'i18nextLng'
