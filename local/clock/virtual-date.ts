/**
 * Makes `Date` of this thread read the shared clock. Only the present moves: parsing, formatting and dates made from a
 * number stay what they are, and timers stay real, because a timer that waits for a socket has nothing to do with the
 * time a program believes in.
 */
export function installVirtualDate(cell: SharedArrayBuffer): void {
  const clock = new BigInt64Array(cell);
  const now = () => Number(Atomics.load(clock, 0));
  const MachineDate = globalThis.Date;
  function VirtualDate(...given: unknown[]): Date | string {
    if (new.target === undefined) return new MachineDate(now()).toString();
    return Reflect.construct(MachineDate, given.length === 0 ? [now()] : given, new.target);
  }
  VirtualDate.prototype = MachineDate.prototype;
  VirtualDate.parse = MachineDate.parse;
  VirtualDate.UTC = MachineDate.UTC;
  VirtualDate.now = now;
  Object.defineProperty(MachineDate.prototype, "constructor", {
    value: VirtualDate,
    writable: true,
    configurable: true,
  });
  Object.defineProperty(globalThis, "Date", { value: VirtualDate, writable: true, configurable: true });
}
