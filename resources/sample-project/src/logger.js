const write = (level, parts) => process.stderr.write(`${level} ${parts.join(' ')}\n`)

export const logger = {
  debug: (...parts) => write('debug', parts),
  info: (...parts) => write('info', parts),
}
