import { expect, it } from 'vitest'
import { callerEnvironment } from './caller-environment'

it('hands over what providers need and nothing else', () => {
  const env = {
    OPENAI_API_KEY: 'a',
    ANTHROPIC_BASE_URL: 'b',
    DOCKER_HOST: 'c',
    https_proxy: 'd',
    MY_TOKEN: 'e',
    HOME: '/root',
    AWS_SECRET_ACCESS_KEY: 'f',
    EMPTY_API_KEY: '',
  }
  expect(callerEnvironment(env, ['MY_TOKEN'])).toEqual({
    OPENAI_API_KEY: 'a',
    ANTHROPIC_BASE_URL: 'b',
    DOCKER_HOST: 'c',
    https_proxy: 'd',
    MY_TOKEN: 'e',
  })
})
