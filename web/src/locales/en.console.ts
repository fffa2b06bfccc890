import console from './en/console.json'
import console_cases from './en/console_cases.json'
import console_log from './en/console_log.json'
import health from './en/health.json'

/** The texts that the console of operators has beside those of the product. */
export default { console, console_cases, console_log, health }
