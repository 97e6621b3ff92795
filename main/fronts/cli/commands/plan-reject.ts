import { decisionCommand } from '../views/review-decision'

export const command = decisionCommand('reject')
