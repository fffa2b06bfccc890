import console from './es/console.json'

/** The texts that the console of operators has beside those of the product. */
export default { console }
