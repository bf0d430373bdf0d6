"""The configuration: one TOML file, strictly read, and the folders where things lie."""

from firmware_py.config.cup import CupConfig, CupSource
from firmware_py.config.example import commented_example, to_toml
from firmware_py.config.keep import KeepConfig
from firmware_py.config.load import check_config, load_config
from firmware_py.config.models import Config, DiceConfig, TableConfig, TerminalConfig
from firmware_py.config.mqtt import MqttConfig
from firmware_py.config.parts import BoardCameraConfig, CameraConfig, GpioConfig, OledConfig, StripConfig
from firmware_py.config.paths import config_file, state_folder
from firmware_py.config.voice import VoiceConfig
from firmware_py.config.web import WebConfig

__all__ = [
    "BoardCameraConfig",
    "CameraConfig",
    "Config",
    "CupConfig",
    "CupSource",
    "DiceConfig",
    "GpioConfig",
    "KeepConfig",
    "MqttConfig",
    "OledConfig",
    "StripConfig",
    "TableConfig",
    "TerminalConfig",
    "VoiceConfig",
    "WebConfig",
    "check_config",
    "commented_example",
    "config_file",
    "load_config",
    "state_folder",
    "to_toml",
]
