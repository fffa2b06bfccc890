import console from './es/console.json'
import console_cases from './es/console_cases.json'
import console_log from './es/console_log.json'
import health from './es/health.json'

/** The texts that the console of operators has beside those of the product. */
export default { console, console_cases, console_log, health }
