"""The steps of the pipeline: functions of a run, each with a named outcome."""
