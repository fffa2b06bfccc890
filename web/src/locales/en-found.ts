import professionals from './en/professionals.json'
import reviews from './en/reviews.json'

export default { professionals, reviews }
