import console from './pt/console.json'
import console_cases from './pt/console_cases.json'
import console_log from './pt/console_log.json'
import health from './pt/health.json'

/** The texts that the console of operators has beside those of the product. */
export default { console, console_cases, console_log, health }
