// Loaded first into each utility process: `process.parentPort` over Node's own channel.
const { EventEmitter }: typeof import('node:events') = require('node:events')

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => {
    process.send?.(message)
  },
})
process.on('message', (data: unknown) => port.emit('message', { data, ports: [] }))
// A child whose parent has gone has nobody to work for.
process.on('disconnect', () => process.exit(0))
Object.defineProperty(process, 'parentPort', { value: port })
