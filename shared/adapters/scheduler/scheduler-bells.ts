import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  type SchedulerClient,
} from "@aws-sdk/client-scheduler";
import type { Bells, RingMessage } from "../../ports/queues.ts";

/** Where bells are kept and what they may do. */
export type BellSettings = { readonly group: string; readonly role_arn: string; readonly queue_arn: string };

/**
 * The sweep rings within 90 s what nobody rang, so a bell is tried no longer than it can be of use. By default it is
 * tried for a day, and counted as dropped only then: nobody would hear of bells that do not ring.
 */
const retries = { MaximumEventAgeInSeconds: 300, MaximumRetryAttempts: 10 };

/** One-time schedules that put a ring message on the wakes queue and are deleted after they rang. */
export class SchedulerBells implements Bells {
  readonly #client: SchedulerClient;
  readonly #settings: BellSettings;

  constructor(client: SchedulerClient, settings: BellSettings) {
    this.#client = client;
    this.#settings = settings;
  }

  async set(ring: RingMessage, at: number): Promise<void> {
    try {
      await this.#client.send(
        new CreateScheduleCommand({
          Name: ring.followup_id,
          GroupName: this.#settings.group,
          // Whole seconds, without a zone: the zone is in its own field.
          ScheduleExpression: `at(${new Date(at).toISOString().slice(0, 19)})`,
          ScheduleExpressionTimezone: "UTC",
          FlexibleTimeWindow: { Mode: "OFF" },
          ActionAfterCompletion: "DELETE",
          Target: {
            Arn: this.#settings.queue_arn,
            RoleArn: this.#settings.role_arn,
            Input: JSON.stringify(ring),
            RetryPolicy: retries,
          },
        }),
      );
    } catch (error) {
      // The SDK repeats a create whose answer was lost, and a bell is named after its wake: there already is as good as set.
      if (!(error instanceof ConflictException)) throw error;
    }
  }

  async remove(ring: RingMessage): Promise<void> {
    try {
      await this.#client.send(new DeleteScheduleCommand({ Name: ring.followup_id, GroupName: this.#settings.group }));
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
    }
  }
}
