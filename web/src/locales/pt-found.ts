import professionals from './pt/professionals.json'
import reviews from './pt/reviews.json'

export default { professionals, reviews }
